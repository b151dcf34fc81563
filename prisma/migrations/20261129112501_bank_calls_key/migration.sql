CREATE UNIQUE INDEX CONCURRENTLY "BankCall_at_id_key" ON "BankCall" ("at", "id");
