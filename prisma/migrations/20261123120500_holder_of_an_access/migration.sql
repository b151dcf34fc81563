-- CreateEnum
CREATE TYPE "HolderAnswer" AS ENUM ('theirs', 'not_theirs');

-- AlterTable
ALTER TABLE "Connection" ADD COLUMN     "holderAnswer" "HolderAnswer",
ADD COLUMN     "holderName" TEXT;
