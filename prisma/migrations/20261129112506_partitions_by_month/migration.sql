-- The log of calls and the audit trail by month. Only names change: the rows stay where they are, in the first partition, whose keys and
-- check were built before, so that nothing is read or built under these locks.
ALTER TABLE "BankCall" RENAME TO "BankCall_first";
ALTER TABLE "BankCall_first" DROP CONSTRAINT "BankCall_pkey";
ALTER TABLE "BankCall_first" ADD CONSTRAINT "BankCall_first_pkey" PRIMARY KEY USING INDEX "BankCall_at_id_key";
ALTER TABLE "BankCall_first" RENAME CONSTRAINT "BankCall_userId_fkey" TO "BankCall_first_userId_fkey";
DROP INDEX "BankCall_at_id_idx", "BankCall_connectionId_at_idx";
ALTER INDEX "BankCall_bankCode_at_operation_durationMs_status_code_idx" RENAME TO "BankCall_first_bank_idx";
ALTER INDEX "BankCall_requestId_idx" RENAME TO "BankCall_first_requestId_idx";
ALTER INDEX "BankCall_origin_idx" RENAME TO "BankCall_first_origin_idx";
ALTER INDEX "BankCall_userId_at_idx" RENAME TO "BankCall_first_userId_at_idx";

CREATE TABLE "BankCall" (LIKE "BankCall_first" INCLUDING DEFAULTS) PARTITION BY RANGE ("at");
ALTER TABLE "BankCall" ADD CONSTRAINT "BankCall_pkey" PRIMARY KEY ("at", "id");
ALTER TABLE "BankCall" ADD CONSTRAINT "BankCall_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id")
  ON DELETE CASCADE ON UPDATE CASCADE;
CREATE INDEX "BankCall_bankCode_at_operation_durationMs_status_code_idx"
  ON "BankCall"("bankCode", "at" DESC, "operation", "durationMs", "status", "code");
CREATE INDEX "BankCall_requestId_idx" ON "BankCall"("requestId");
CREATE INDEX "BankCall_origin_idx" ON "BankCall"("origin");
CREATE INDEX "BankCall_userId_at_idx" ON "BankCall"("userId", "at" DESC);

DROP TRIGGER audit_append ON "AuditEvent";
DROP TRIGGER audit_guard ON "AuditEvent";
DROP TRIGGER audit_refuse ON "AuditEvent";
DROP FUNCTION audit_digest("AuditEvent");
DROP FUNCTION audit_hash("AuditEvent");
ALTER TABLE "AuditEvent" RENAME TO "AuditEvent_first";
ALTER TABLE "AuditEvent_first" DROP CONSTRAINT "AuditEvent_pkey";
ALTER TABLE "AuditEvent_first" ADD CONSTRAINT "AuditEvent_first_pkey" PRIMARY KEY USING INDEX "AuditEvent_id_at_key";
DROP INDEX "AuditEvent_stream_seq_key";
ALTER INDEX "AuditEvent_stream_id_idx" RENAME TO "AuditEvent_first_stream_id_idx";
ALTER INDEX "AuditEvent_userId_idx" RENAME TO "AuditEvent_first_userId_idx";
ALTER INDEX "AuditEvent_at_id_idx" RENAME TO "AuditEvent_first_at_id_idx";
ALTER INDEX "AuditEvent_action_id_idx" RENAME TO "AuditEvent_first_action_id_idx";

CREATE TABLE "AuditEvent" (LIKE "AuditEvent_first" INCLUDING DEFAULTS) PARTITION BY RANGE ("at");
ALTER SEQUENCE "AuditEvent_id_seq" OWNED BY "AuditEvent"."id";
ALTER TABLE "AuditEvent" ADD CONSTRAINT "AuditEvent_pkey" PRIMARY KEY ("id", "at");
CREATE UNIQUE INDEX "AuditEvent_stream_seq_at_key" ON "AuditEvent"("stream", "seq", "at");
CREATE INDEX "AuditEvent_stream_id_idx" ON "AuditEvent"("stream", "id");
CREATE INDEX "AuditEvent_userId_idx" ON "AuditEvent"("userId");
CREATE INDEX "AuditEvent_at_id_idx" ON "AuditEvent"("at" DESC, "id" DESC);
CREATE INDEX "AuditEvent_action_id_idx" ON "AuditEvent"("action", "id");

CREATE FUNCTION audit_digest(event "AuditEvent") RETURNS text LANGUAGE sql STABLE AS $$
  SELECT audit_sha256(
    audit_field(event.salt) || audit_field(event.stream) || audit_field(event."userId"::text) || audit_field(event.detail::text)
    || audit_field(event.ip) || audit_field(event."requestId") || audit_field(event."bankRequestId"))
$$;
CREATE FUNCTION audit_hash(event "AuditEvent") RETURNS text LANGUAGE sql STABLE AS $$
  SELECT audit_sha256(
    audit_field(event.seq::text) || audit_field(event."prevHash")
    || audit_field(to_char(event.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
    || audit_field(event.action) || audit_field(event.digest))
$$;
-- Every partition has these; that of TRUNCATE is made with each.
CREATE TRIGGER audit_append BEFORE INSERT ON "AuditEvent" FOR EACH ROW EXECUTE FUNCTION audit_append();
CREATE TRIGGER audit_guard BEFORE UPDATE ON "AuditEvent" FOR EACH ROW EXECUTE FUNCTION audit_guard();
CREATE TRIGGER audit_refuse BEFORE DELETE ON "AuditEvent" FOR EACH ROW EXECUTE FUNCTION audit_refuse();
CREATE TRIGGER audit_refuse_all BEFORE TRUNCATE ON "AuditEvent" FOR EACH STATEMENT EXECUTE FUNCTION audit_refuse();

DO $$
DECLARE
  parent text;
  ends text;
BEGIN
  FOREACH parent IN ARRAY ARRAY['BankCall', 'AuditEvent'] LOOP
    SELECT substring(pg_get_constraintdef(oid) FROM '''([^'']+)''') INTO STRICT ends
      FROM pg_constraint WHERE conname = parent || '_first_months';
    EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I FOR VALUES FROM (MINVALUE) TO (%L)', parent, parent || '_first', ends);
    EXECUTE format('ALTER TABLE %I DROP CONSTRAINT %I', parent || '_first', parent || '_first_months');
    EXECUTE format('CREATE TABLE %I PARTITION OF %I DEFAULT', parent || '_other', parent);
  END LOOP;
END $$;
CREATE TRIGGER audit_refuse_all BEFORE TRUNCATE ON "AuditEvent_other" FOR EACH STATEMENT EXECUTE FUNCTION audit_refuse();

-- When a partition ends; null for that of all other months.
CREATE FUNCTION partition_end(child oid) RETURNS timestamptz LANGUAGE sql STABLE AS $$
  SELECT substring(pg_get_expr(relpartbound, oid) FROM 'TO \(''([^'']+)''\)')::timestamptz FROM pg_class WHERE oid = child
$$;

-- The partitions of this month and of as many after it, as their owner: the application may have rights to rows only. Returns how many
-- were made. A month of which a clock that was ahead has left rows elsewhere stays there.
CREATE FUNCTION make_month_partitions(ahead int) RETURNS int LANGUAGE plpgsql SECURITY DEFINER
  SET search_path FROM CURRENT SET lock_timeout = '2s' AS $$
DECLARE
  parent text;
  place text;
  begins timestamp;
  made int := 0;
BEGIN
  FOREACH parent IN ARRAY ARRAY['BankCall', 'AuditEvent'] LOOP
    FOR months IN 0..LEAST(ahead, 24) LOOP
      begins := date_trunc('month', now() AT TIME ZONE 'UTC') + make_interval(months => months);
      place := parent || to_char(begins, '_YYYY_MM');
      CONTINUE WHEN to_regclass(quote_ident(place)) IS NOT NULL
        OR begins < COALESCE(partition_end(to_regclass(quote_ident(parent || '_first'))) AT TIME ZONE 'UTC', begins);
      BEGIN
        EXECUTE format('CREATE TABLE %I (LIKE %I INCLUDING DEFAULTS INCLUDING CONSTRAINTS)', place, parent);
        IF parent = 'AuditEvent' THEN
          EXECUTE format('CREATE TRIGGER audit_refuse_all BEFORE TRUNCATE ON %I FOR EACH STATEMENT EXECUTE FUNCTION audit_refuse()', place);
        END IF;
        EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)', parent, place,
          to_char(begins, 'YYYY-MM-DD"T00:00:00Z"'), to_char(begins + interval '1 month', 'YYYY-MM-DD"T00:00:00Z"'));
        made := made + 1;
      EXCEPTION WHEN duplicate_table OR unique_violation OR check_violation OR lock_not_available THEN
        NULL;
      END;
    END LOOP;
  END LOOP;
  RETURN made;
END $$;

-- Drops the months of the log of calls that ended before; returns how many.
CREATE FUNCTION drop_months_of_calls(before timestamptz) RETURNS int LANGUAGE plpgsql SECURITY DEFINER
  SET search_path FROM CURRENT SET lock_timeout = '2s' AS $$
DECLARE
  child text;
  dropped int := 0;
BEGIN
  FOR child IN
    SELECT relname FROM pg_inherits JOIN pg_class ON pg_class.oid = inhrelid
    WHERE inhparent = '"BankCall"'::regclass AND partition_end(inhrelid) <= before ORDER BY relname
  LOOP
    BEGIN
      EXECUTE format('DROP TABLE IF EXISTS %I', child);
      dropped := dropped + 1;
    EXCEPTION WHEN lock_not_available THEN
      NULL;
    END;
  END LOOP;
  RETURN dropped;
END $$;

-- Rows before that are in no month of their own; returns how many, at most as many as asked.
CREATE FUNCTION delete_other_calls(before timestamptz, most int) RETURNS int LANGUAGE plpgsql AS $$
DECLARE
  child text;
  deleted int;
  sum int := 0;
BEGIN
  FOREACH child IN ARRAY ARRAY['BankCall_first', 'BankCall_other'] LOOP
    CONTINUE WHEN to_regclass(quote_ident(child)) IS NULL;
    EXECUTE format('DELETE FROM %1$I WHERE ("at", "id") IN (SELECT "at", "id" FROM %1$I WHERE "at" < $1 ORDER BY "at" LIMIT $2)', child)
      USING before, most - sum;
    GET DIAGNOSTICS deleted = ROW_COUNT;
    sum := sum + deleted;
  END LOOP;
  RETURN sum;
END $$;

SELECT make_month_partitions(3);
