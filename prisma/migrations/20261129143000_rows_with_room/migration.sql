-- A refresh changes these rows several times: with room on their page a new version lies beside the old one, and most indexes stay.
ALTER TABLE "Connection" SET (fillfactor = 70);
ALTER TABLE "Account" SET (fillfactor = 70);
ALTER TABLE "QuotaUse" SET (fillfactor = 80);
-- Days come one after the other: a summary of each range of pages finds them, and nothing is written for a row.
DROP INDEX "QuotaUse_day_idx";
CREATE INDEX "QuotaUse_day_idx" ON "QuotaUse" USING brin ("day");
