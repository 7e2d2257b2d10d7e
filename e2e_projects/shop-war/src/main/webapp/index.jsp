<%@ page contentType="text/html; charset=UTF-8" %>
<html><body><a href="price?sku=TEA">What does tea cost?</a></body></html>
