-- AlterTable
ALTER TABLE "Organisation" ADD COLUMN     "beneficiaryNextAt" TIMESTAMPTZ(3),
ADD COLUMN     "beneficiaryNextBic" TEXT,
ADD COLUMN     "beneficiaryNextByUserId" UUID,
ADD COLUMN     "beneficiaryNextIban" TEXT,
ADD COLUMN     "beneficiaryNextName" TEXT;

-- AlterTable
ALTER TABLE "Membership" ADD COLUMN     "roleSince" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP;

-- Roles of before have been held since the person joined, as far as the row knows.
UPDATE "Membership" SET "roleSince" = "createdAt";
