"""What no fix may do, and the gates that judge a result."""
