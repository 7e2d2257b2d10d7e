package com.example.meter;

class HexCodec extends Codec {

    @Override
    public String encode(Reading reading) {
        return Integer.toHexString(reading.getMeter()) + "-" + Long.toHexString(reading.getWattHours());
    }

    @Override
    public Reading decode(String telegram) {
        int dash = telegram.indexOf('-');
        return new Reading(Integer.parseInt(telegram.substring(0, dash), 16),
                Long.parseLong(telegram.substring(dash + 1), 16));
    }
}
