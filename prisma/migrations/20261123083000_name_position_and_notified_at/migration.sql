-- Columns named for what they hold.
ALTER TABLE "PaymentInstruction" RENAME COLUMN "place" TO "position";
ALTER INDEX "PaymentInstruction_attemptId_place_idx" RENAME TO "PaymentInstruction_attemptId_position_idx";
ALTER TABLE "CertificateAlarm" RENAME COLUMN "toldAt" TO "notifiedAt";
