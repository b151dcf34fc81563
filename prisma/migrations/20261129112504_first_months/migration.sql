-- What there is becomes the first partition, to the end of next month. Checked without a lock by the next migration.
DO $$
DECLARE
  ends text := to_char(date_trunc('month', now() AT TIME ZONE 'UTC') + interval '2 months', 'YYYY-MM-DD"T00:00:00Z"');
BEGIN
  EXECUTE format('ALTER TABLE "BankCall" ADD CONSTRAINT "BankCall_first_months" CHECK ("at" < %L) NOT VALID', ends);
  EXECUTE format('ALTER TABLE "AuditEvent" ADD CONSTRAINT "AuditEvent_first_months" CHECK ("at" < %L) NOT VALID', ends);
END $$;
