package cn.example.kucun;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.fail;

import java.util.Collections;
import org.junit.Before;
import org.junit.Test;

public class CangKuTest {

    private final CangKu cangKu = new CangKu();

    @Before
    public void zhunBei() {
        cangKu.dengJi(new HuoPin("A1", "ÂÝË¿", 100));
        cangKu.dengJi(new HuoPin("B2", "µæÆ¬", 5));
    }

    @Test
    public void ruKuHeChuKu() {
        cangKu.ruKu("A1", 20);
        cangKu.chuKu("B2", 5);
        assertEquals(120, cangKu.zongShu());
    }

    @Test
    public void kuCunBuZu() {
        try {
            cangKu.chuKu("B2", 6);
            fail("Ó¦¸ÃÊ§°Ü");
        } catch (KuCunException e) {
            assertEquals("¿â´æ²»×ã:µæÆ¬", e.getMessage());
            assertEquals(105, cangKu.zongShu());
        }
    }

    @Test
    public void queHuoMingDan() {
        assertEquals(Collections.singletonList("µæÆ¬"), cangKu.quehuo(10));
    }

    @Test
    public void bianHaoChongFu() {
        try {
            cangKu.dengJi(new HuoPin("A1", "ÂÝÄ¸", 1));
            fail("Ó¦¸ÃÊ§°Ü");
        } catch (KuCunException e) {
            // ³¤¶ÈËµÃ÷±àÂëÃ»ÓÐ¶Á´í
            assertEquals(7, e.getMessage().length());
        }
    }
}
