-- AlterTable
ALTER TABLE "Transaction" ADD COLUMN     "leftOut" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "note" TEXT,
ADD COLUMN     "parts" JSONB,
ADD COLUMN     "tags" TEXT[] DEFAULT ARRAY[]::TEXT[];

-- Few transactions are split or have tags.
CREATE INDEX "Transaction_parts" ON "Transaction" ("userId") WHERE "parts" IS NOT NULL;
CREATE INDEX "Transaction_tags" ON "Transaction" ("userId") WHERE "tags" <> '{}';
