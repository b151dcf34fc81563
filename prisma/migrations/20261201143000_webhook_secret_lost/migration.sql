ALTER TYPE "DeliveryFault" ADD VALUE 'secret_lost';
