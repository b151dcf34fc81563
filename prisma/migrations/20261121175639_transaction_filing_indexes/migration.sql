-- Small indexes of what is rare: lines that wait to be filed, halves of pairs, lines from files.
CREATE INDEX "Transaction_unfiled" ON "Transaction" ("userId") WHERE "category" IS NULL;
CREATE INDEX "Transaction_paired" ON "Transaction" ("userId") WHERE "pairAccountId" IS NOT NULL;
CREATE INDEX "Transaction_imported" ON "Transaction" ("userId", "accountId", "day") WHERE "importId" IS NOT NULL;
