-- "Connection_bankCode_status_nextRefreshAt_id_idx" holds the same.
DROP INDEX CONCURRENTLY "Connection_bankCode_status_nextRefreshAt_idx";
