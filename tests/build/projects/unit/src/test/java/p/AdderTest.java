package p;

import static org.junit.Assert.assertEquals;

import java.net.Socket;
import org.junit.Ignore;
import org.junit.Test;

public class AdderTest {
    @Test
    public void adds() {
        assertEquals(3, new Adder().add(1, 2));
    }

    @Test
    public void wrongExpectation() {
        assertEquals(4, new Adder().add(1, 2));
    }

    @Test
    public void needsServer() throws Exception {
        new Socket("127.0.0.1", 1).close();
    }

    @Test
    public void reachesIntoTheJdk() throws Exception {
        try {
            String.class.getDeclaredField("value").setAccessible(true);
        } catch (RuntimeException e) {
            throw new IllegalStateException("wrapped", e);
        }
    }

    @Ignore
    @Test
    public void later() {
    }

    @Test
    public void hangsWhenAsked() throws Exception {
        if (Boolean.getBoolean("hang")) {
            Thread.sleep(600_000);
        }
    }
}
