ALTER TABLE "BankCall" VALIDATE CONSTRAINT "BankCall_first_months";
ALTER TABLE "AuditEvent" VALIDATE CONSTRAINT "AuditEvent_first_months";
