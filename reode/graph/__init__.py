"""The loop: state, nodes and the routing table."""
