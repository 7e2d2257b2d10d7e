package cn.example.kucun;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** 仓库:登记货品,办理入库和出库。 */
public class CangKu {

    private final Map<String, HuoPin> huoPin = new LinkedHashMap<String, HuoPin>();

    public void dengJi(HuoPin xin) {
        if (huoPin.containsKey(xin.getBianHao())) {
            throw new KuCunException("编号重复:" + xin.getBianHao());
        }
        huoPin.put(xin.getBianHao(), xin);
    }

    public void ruKu(String bianHao, int shuLiang) {
        zhao(bianHao).bianDong(shuLiang);
    }

    public void chuKu(String bianHao, int shuLiang) {
        zhao(bianHao).bianDong(-shuLiang);
    }

    public int zongShu() {
        int zong = 0;
        for (HuoPin h : huoPin.values()) {
            zong += h.getShuLiang();
        }
        return zong;
    }

    /** 低于下限的货品名称,按登记顺序。 */
    public List<String> quehuo(int xiaXian) {
        List<String> jieGuo = new ArrayList<String>();
        for (HuoPin h : huoPin.values()) {
            if (h.getShuLiang() < xiaXian) {
                jieGuo.add(h.getMingCheng());
            }
        }
        return jieGuo;
    }

    private HuoPin zhao(String bianHao) {
        HuoPin h = huoPin.get(bianHao);
        if (h == null) {
            throw new KuCunException("没有这个货品:" + bianHao);
        }
        return h;
    }
}
