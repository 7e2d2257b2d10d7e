import java.io.BufferedReader;
import java.io.File;
import java.io.InputStreamReader;
import java.util.Map;
import org.apache.maven.artifact.versioning.ComparableVersion;
import org.apache.maven.model.Model;
import org.apache.maven.model.io.DefaultModelReader;
import org.apache.maven.model.io.ModelReader;

/** Answers with Maven's own classes: one line in, one line out. */
public class MavenOracle {
    public static void main(String[] args) throws Exception {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            System.out.println(args[0].equals("read") ? read(line) : compare(line.split(" ")));
        }
    }

    private static String read(String path) {
        try {
            Map<String, Object> strict = Map.of(ModelReader.IS_STRICT, true);
            Model model = new DefaultModelReader().read(new File(path), strict);
            return "ok " + model.getArtifactId();
        } catch (Exception e) {
            return "bad " + String.valueOf(e.getMessage()).replaceAll("\\s+", " ");
        }
    }

    private static int compare(String[] versions) {
        ComparableVersion left = new ComparableVersion(versions[0]);
        return Integer.signum(left.compareTo(new ComparableVersion(versions[1])));
    }
}
