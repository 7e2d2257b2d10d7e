package cn.example.kucun;

/** ø‚¥Ê“µŒÒ“Ï≥£°£ */
public class KuCunException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public KuCunException(String xiaoXi) {
        super(xiaoXi);
    }
}
