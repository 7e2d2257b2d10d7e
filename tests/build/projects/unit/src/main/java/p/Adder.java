package p;

public class Adder {
    public int add(int a, int b) {
        return a + b;
    }
}
