-- Refreshes under way: every claim counts them by bank, under a lock.
CREATE INDEX CONCURRENTLY "Connection_beingRead" ON "Connection" ("bankCode") WHERE "syncLeaseId" IS NOT NULL;
