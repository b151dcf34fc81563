-- Which are the first of those due since one moment doesn't change while they run.
CREATE INDEX CONCURRENTLY "Connection_bankCode_status_nextRefreshAt_id_idx" ON "Connection" ("bankCode", "status", "nextRefreshAt", "id");
