-- What waits is looked for organisation by organisation, so that one's thousands hide nobody else's.
CREATE INDEX CONCURRENTLY "WebhookDelivery_pending" ON "WebhookDelivery" ("organisationId", "nextAt") WHERE "status" = 'pending';
