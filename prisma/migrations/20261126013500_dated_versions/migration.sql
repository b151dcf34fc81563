-- AlterTable
ALTER TABLE "ApiKey" ADD COLUMN     "version" TEXT NOT NULL DEFAULT '2026-11-26';

-- AlterTable
ALTER TABLE "ApiRequest" ADD COLUMN     "version" TEXT NOT NULL DEFAULT '2026-11-26';
