-- AlterEnum
ALTER TYPE "ImportFormat" ADD VALUE 'camt052';
ALTER TYPE "ImportFormat" ADD VALUE 'qif';
ALTER TYPE "ImportFormat" ADD VALUE 'mt940';
ALTER TYPE "ImportFormat" ADD VALUE 'cfonb120';
ALTER TYPE "ImportFormat" ADD VALUE 'xlsx';

-- AlterTable
ALTER TABLE "TransactionImport" ADD COLUMN     "layout" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "mapping" JSONB;
