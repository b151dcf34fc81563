-- AlterTable
ALTER TABLE "MailedLink" ADD COLUMN     "browserHash" TEXT;
