CREATE INDEX CONCURRENTLY "PaymentAttempt_payersByAge" ON "PaymentAttempt" ("createdAt") WHERE "debtorIban" IS NOT NULL;
