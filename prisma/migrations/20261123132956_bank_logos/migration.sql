-- AlterTable
ALTER TABLE "Bank" ADD COLUMN     "logoVersion" TEXT;

-- CreateTable
CREATE TABLE "BankLogo" (
    "bankCode" TEXT NOT NULL,
    "svg" TEXT NOT NULL,

    CONSTRAINT "BankLogo_pkey" PRIMARY KEY ("bankCode")
);

-- AddForeignKey
ALTER TABLE "BankLogo" ADD CONSTRAINT "BankLogo_bankCode_fkey" FOREIGN KEY ("bankCode") REFERENCES "Bank"("code") ON DELETE CASCADE ON UPDATE CASCADE;
