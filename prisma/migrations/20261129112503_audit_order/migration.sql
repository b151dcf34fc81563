CREATE UNIQUE INDEX CONCURRENTLY "AuditEvent_first_stream_seq_at_key" ON "AuditEvent" ("stream", "seq", "at");
