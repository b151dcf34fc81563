-- CreateIndex
CREATE INDEX CONCURRENTLY "WebhookMessage_createdAt_idx" ON "WebhookMessage"("createdAt");
