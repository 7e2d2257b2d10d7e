package cn.example.kucun;

/** 货品:编号、名称、数量。 */
public class HuoPin {

    private final String bianHao;
    private final String mingCheng;
    private int shuLiang;

    public HuoPin(String bianHao, String mingCheng, int shuLiang) {
        this.bianHao = bianHao;
        this.mingCheng = mingCheng;
        this.shuLiang = shuLiang;
    }

    public String getBianHao() {
        return bianHao;
    }

    public String getMingCheng() {
        return mingCheng;
    }

    public int getShuLiang() {
        return shuLiang;
    }

    // 入库为正,出库为负
    void bianDong(int cha) {
        if (shuLiang + cha < 0) {
            throw new KuCunException("库存不足:" + mingCheng);
        }
        shuLiang += cha;
    }
}
