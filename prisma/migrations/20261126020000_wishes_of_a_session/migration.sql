-- CreateEnum
CREATE TYPE "InstantChoice" AS ENUM ('never', 'preferred', 'required');

-- AlterTable
ALTER TABLE "PaymentAttempt" ADD COLUMN     "isInstant" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "PaymentOrder" ADD COLUMN     "instant" "InstantChoice" NOT NULL DEFAULT 'never',
ADD COLUMN     "preferredBank" TEXT;

-- Orders of persons were instant as a whole.
UPDATE "PaymentOrder" SET "instant" = 'required' WHERE "isInstant";
UPDATE "PaymentAttempt" attempt SET "isInstant" = true FROM "PaymentOrder" WHERE "PaymentOrder"."id" = attempt."orderId" AND "PaymentOrder"."isInstant";

-- AlterTable
ALTER TABLE "PaymentOrder" DROP COLUMN "isInstant";
