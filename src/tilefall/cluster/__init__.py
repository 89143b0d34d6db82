"""The cluster: work for many machines, whatever the work is."""
