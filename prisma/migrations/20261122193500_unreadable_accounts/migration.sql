-- AlterTable
ALTER TABLE "Account" ADD COLUMN     "unreadableBalances" INTEGER NOT NULL DEFAULT 0;

-- AlterTable
ALTER TABLE "Connection" ADD COLUMN     "unreadableAccounts" INTEGER NOT NULL DEFAULT 0;
