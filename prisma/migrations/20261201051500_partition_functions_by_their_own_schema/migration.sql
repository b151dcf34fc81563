-- They run as their owner: names mean what is in the schema, never what a session has made for itself.
ALTER FUNCTION make_month_partitions(int) SET search_path TO public, pg_temp;
ALTER FUNCTION drop_months_of_calls(timestamptz) SET search_path TO public, pg_temp;
