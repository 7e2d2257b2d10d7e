"""Tests of the provider layer."""
