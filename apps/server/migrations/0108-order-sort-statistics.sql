-- Adding columns wrote the table anew: until autovacuum came by, nothing was known of them.
ANALYZE orders;
