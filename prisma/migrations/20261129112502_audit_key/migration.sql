CREATE UNIQUE INDEX CONCURRENTLY "AuditEvent_id_at_key" ON "AuditEvent" ("id", "at");
