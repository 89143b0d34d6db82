// Home: the first minute.
