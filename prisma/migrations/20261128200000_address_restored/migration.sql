-- AlterEnum
ALTER TYPE "MailedLinkPurpose" ADD VALUE 'restore_email';
