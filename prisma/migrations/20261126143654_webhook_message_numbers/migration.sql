-- AlterTable
ALTER TABLE "PaymentOrder" ADD COLUMN     "messageCount" INTEGER NOT NULL DEFAULT 0;

UPDATE "PaymentOrder" SET "messageCount" = numbered."count"
FROM (SELECT "orderId", count(*) AS "count" FROM "WebhookMessage" GROUP BY "orderId") AS numbered
WHERE numbered."orderId" = "PaymentOrder"."id";
