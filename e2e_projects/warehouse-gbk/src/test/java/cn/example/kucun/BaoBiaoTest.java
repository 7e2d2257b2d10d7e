package cn.example.kucun;

import static org.junit.Assert.assertEquals;

import org.junit.Test;

public class BaoBiaoTest {

    @Test
    public void hanZiZhanLiangGe() {
        assertEquals(6, BaoBiao.kuanDu("中文ab"));
    }

    @Test
    public void duiQi() {
        assertEquals("螺丝        100件", new BaoBiao().hang(new HuoPin("A1", "螺丝", 100)));
        assertEquals("USB线       7件", new BaoBiao().hang(new HuoPin("C3", "USB线", 7)));
    }
}
