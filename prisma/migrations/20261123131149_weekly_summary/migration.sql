-- AlterTable
ALTER TABLE "User" ADD COLUMN     "nextSummaryDay" DATE;

-- CreateIndex
CREATE INDEX "User_nextSummaryDay_id_idx" ON "User"("nextSummaryDay", "id");
