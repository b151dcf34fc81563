-- AlterEnum
ALTER TYPE "PayeeAnswer" ADD VALUE 'holder_unknown';
