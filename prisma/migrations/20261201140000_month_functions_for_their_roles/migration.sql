-- They run as their owner: not for everybody who may connect, but for the roles that delete calls, which are the application's.
REVOKE EXECUTE ON FUNCTION make_month_partitions(int), drop_months_of_calls(timestamptz) FROM PUBLIC;
DO $$
DECLARE
  role text;
BEGIN
  FOR role IN
    SELECT quote_ident(rolname) FROM pg_class, aclexplode(relacl) AS granted JOIN pg_roles ON pg_roles.oid = grantee
    WHERE pg_class.oid = '"BankCall"'::regclass AND privilege_type = 'DELETE'
  LOOP
    EXECUTE 'GRANT EXECUTE ON FUNCTION make_month_partitions(int), drop_months_of_calls(timestamptz) TO ' || role;
  END LOOP;
END $$;
