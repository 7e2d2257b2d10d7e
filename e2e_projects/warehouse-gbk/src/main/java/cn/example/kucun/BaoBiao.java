package cn.example.kucun;

/** 打印报表,汉字占两格。 */
public class BaoBiao {

    private static final int KUAN = 12;

    public String hang(HuoPin h) {
        StringBuilder s = new StringBuilder(h.getMingCheng());
        for (int i = kuanDu(h.getMingCheng()); i < KUAN; i++) {
            s.append(' ');
        }
        return s.append(h.getShuLiang()).append("件").toString();
    }

    static int kuanDu(String wenZi) {
        int kuan = 0;
        for (char c : wenZi.toCharArray()) {
            kuan += c >= '\u4e00' && c <= '\u9fa5' ? 2 : 1;
        }
        return kuan;
    }
}
