-- CreateEnum
CREATE TYPE "PayeeAnswer" AS ENUM ('match', 'close_match', 'no_match', 'not_possible');

-- CreateEnum
CREATE TYPE "PayeeSource" AS ENUM ('own_account', 'bank');

-- AlterTable
ALTER TABLE "PaymentOrder" ADD COLUMN     "payeeAnswer" "PayeeAnswer",
ADD COLUMN     "payeeMatchedName" TEXT,
ADD COLUMN     "payeeVerifiedAt" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "PayeeVerification" (
    "ownerId" UUID NOT NULL,
    "ownerKind" "OwnerKind" NOT NULL,
    "iban" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "answer" "PayeeAnswer" NOT NULL,
    "matchedName" TEXT,
    "source" "PayeeSource" NOT NULL,
    "verifiedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "PayeeVerification_pkey" PRIMARY KEY ("ownerId","iban","name")
);

-- CreateIndex
CREATE INDEX "PayeeVerification_ownerId_verifiedAt_idx" ON "PayeeVerification"("ownerId", "verifiedAt");
