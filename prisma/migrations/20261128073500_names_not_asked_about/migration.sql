-- AlterEnum
ALTER TYPE "PayeeAnswer" ADD VALUE 'asked_too_often';
ALTER TYPE "PayeeAnswer" ADD VALUE 'too_many_words';
