-- AlterEnum
ALTER TYPE "LinkFailure" ADD VALUE 'password_locked' BEFORE 'bank_error';
ALTER TYPE "LinkFailure" ADD VALUE 'code_locked' BEFORE 'bank_error';
ALTER TYPE "LinkFailure" ADD VALUE 'subscription_ended' BEFORE 'bank_error';
ALTER TYPE "LinkFailure" ADD VALUE 'overtaken' BEFORE 'bank_error';
ALTER TYPE "LinkFailure" ADD VALUE 'not_agreed' BEFORE 'bank_error';
