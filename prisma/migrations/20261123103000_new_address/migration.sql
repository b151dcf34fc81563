-- AlterEnum
ALTER TYPE "MailedLinkPurpose" ADD VALUE 'change_email';
