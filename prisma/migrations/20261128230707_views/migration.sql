-- CreateEnum
CREATE TYPE "Rhythm" AS ENUM ('week', 'month', 'quarter', 'year');

-- AlterTable
ALTER TABLE "Account" ADD COLUMN     "unread" DATE[] DEFAULT ARRAY[]::DATE[];

-- AlterTable
ALTER TABLE "Budget" ADD COLUMN     "carriesFrom" DATE;

-- CreateTable
CREATE TABLE "RecurringChoice" (
    "userId" UUID NOT NULL,
    "counterparty" TEXT NOT NULL,
    "direction" "Direction" NOT NULL,
    "rhythm" "Rhythm",
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "RecurringChoice_pkey" PRIMARY KEY ("userId","counterparty","direction")
);

-- AddForeignKey
ALTER TABLE "RecurringChoice" ADD CONSTRAINT "RecurringChoice_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;
