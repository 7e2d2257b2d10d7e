package com.example.meter;

class TextCodec extends Codec {

    @Override
    public String encode(Reading reading) {
        return "M" + reading.getMeter() + "=" + reading.getWattHours();
    }

    @Override
    public Reading decode(String telegram) {
        int equals = telegram.indexOf('=');
        return new Reading(Integer.parseInt(telegram.substring(1, equals)),
                Long.parseLong(telegram.substring(equals + 1)));
    }
}
