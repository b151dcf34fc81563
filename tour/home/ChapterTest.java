import java.io.InputStream;
import java.net.Socket;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.MessageDigest;
import java.security.PrivateKey;
import java.security.SecureRandom;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.spec.PKCS8EncodedKeySpec;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/**
 * The calls of a chapter of Guichet's tour, against a bank of your own. Red until {@code sign} is right. Needs a JDK 17, and nothing else.
 *
 *     npx @guichet/sandbox
 *     npx @guichet/sandbox keys --org PSDFR-ACPR-12345 --name "Your name" --roles PSP_AI,PSP_PI --out ./keys
 *     java ChapterTest.java
 */
public class ChapterTest {
  static final String CALLS = """
      '[]'
      """;
  static final String KEYS = env("KEYS", "./keys");

  /**
   * The value of the header Signature, as a bank wants it (draft-cavage-http-signatures-10):
   *
   *     keyId="seal-1",algorithm="rsa-sha256",headers="(request-target) host date …",signature="…"
   *
   * The signature is RSA-SHA256 with {@code key} (KEYS/qseal.key), in base64, over one line for each name in {@code headers}, joined by
   * newlines and without one at the end: {@code (request-target): get /path}, then {@code name: value} of every header given here, its
   * name in small letters.
   */
  static String sign(String method, String path, Map<String, String> headers, PrivateKey key) throws Exception {
    throw new UnsupportedOperationException("write the signature, then run this again");
  }

  static final String API = env("SANDBOX_API_PORT", "8443"), SCREENS = env("SANDBOX_SCREENS_PORT", "8080");
  static final String BANK = "19870.sandbox.localhost", CALLBACK = "https://tpp.example/callback";
  static final Base64.Encoder URL_SAFE = Base64.getUrlEncoder().withoutPadding();

  record Answer(String head, String body) {}

  public static void main(String[] arguments) throws Exception {
    String client = register(), granted = null, paid = UUID.randomUUID().toString(), ibans = "";
    Map<String, String> found = new LinkedHashMap<>();
    var calls = Pattern.compile("\\[\"(\\w+)\",\"([^\"]+)\",(\\d+)]").matcher(CALLS);
    while (calls.find()) {
      String method = calls.group(1), target = calls.group(2);
      boolean pays = target.contains("payment-requests");
      if (!pays && granted == null) granted = link(client);
      String token = pays ? askToken("client_id", client, "grant_type", "client_credentials", "scope", "pisp") : granted;
      String path = target;
      for (var one : found.entrySet()) path = path.replace(one.getKey(), one.getValue());
      String lists = """
          {"balances":[%1$s],"transactions":[%1$s],"owners":[%1$s],"overdrafts":[%1$s],"psuIdentity":true,"trustedBeneficiaries":false}"""
          .formatted(ibans);
      String body = method.equals("GET") ? "" : pays ? payment() : lists;
      String version = pays ? "v1.4.2" : "v1.6.2";
      Answer answer = call(method, "/stet/psd2/" + version + path, token, calls.group(3), body, pays ? paid : null);
      if (target.equals("/accounts")) {
        ibans = Pattern.compile("\"iban\":\"[A-Z0-9]+\"").matcher(answer.body()).results().map(one -> "{" + one.group() + "}")
            .distinct().collect(Collectors.joining(","));
        found.put("{account}", find("\"resourceId\":\"([^\"]+)\"", answer.body()));
      }
      if (method.equals("POST")) found.put("{payment}", find("(?i)\nlocation: .*/([^/\r\n]+)", answer.head()));
      System.out.println(method + " " + target + ": " + calls.group(3));
    }
  }

  static Answer call(String method, String path, String token, String status, String body, String requestId) throws Exception {
    var headers = new LinkedHashMap<String, String>();
    headers.put("Host", BANK + ":" + API);
    headers.put("Date", DateTimeFormatter.ofPattern("EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.US).format(ZonedDateTime.now(ZoneOffset.UTC)));
    headers.put("X-Request-ID", requestId == null ? UUID.randomUUID().toString() : requestId);
    headers.put("Digest", "SHA-256=" + Base64.getEncoder().encodeToString(sha256(body.getBytes(StandardCharsets.UTF_8))));
    if (!body.isEmpty()) headers.put("Content-Type", "application/json");
    headers.put("Signature", sign(method, path, new LinkedHashMap<>(headers), key("qseal")));
    headers.put("Authorization", "Bearer " + token);
    return send(true, method, path, headers, body, status);
  }

  static String askToken(String... form) throws Exception {
    Map<String, String> headers = Map.of("Host", BANK + ":" + API, "Content-Type", "application/x-www-form-urlencoded");
    return find("\"access_token\":\"([^\"]+)\"", send(true, "POST", "/stet/psd2/oauth/token", headers, encode(form), "200").body());
  }

  static String desk(String path, String body, String status) throws Exception {
    Map<String, String> headers = Map.of("Host", "sandbox.localhost:" + SCREENS, "Content-Type", "application/json");
    return send(false, "POST", "/desk/api" + path, headers, body, status).body();
  }

  /** Java may not resolve names under .localhost, so the address is given beside the name. */
  static Answer send(boolean tls, String method, String path, Map<String, String> headers, String body, String status) throws Exception {
    Socket plain = new Socket("127.0.0.1", Integer.parseInt(tls ? API : SCREENS));
    try (Socket socket = tls ? context().getSocketFactory().createSocket(plain, BANK, Integer.parseInt(API), true) : plain) {
      byte[] content = body.getBytes(StandardCharsets.UTF_8);
      var lines = new ArrayList<>(List.of(method + " " + path + " HTTP/1.0", "Content-Length: " + content.length));
      headers.forEach((name, value) -> lines.add(name + ": " + value));
      socket.getOutputStream().write((String.join("\r\n", lines) + "\r\n\r\n").getBytes(StandardCharsets.UTF_8));
      socket.getOutputStream().write(content);
      String[] answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8).split("\r\n\r\n", 2);
      String got = answer[0].split(" ")[1];
      if (!got.equals(status)) throw new AssertionError(method + " " + path + ": " + got + " instead of " + status + ". " + answer[1]);
      return new Answer(answer[0], answer[1]);
    }
  }

  static SSLContext context() throws Exception {
    KeyStore own = KeyStore.getInstance("PKCS12"), trusted = KeyStore.getInstance("PKCS12");
    own.load(null, null);
    own.setKeyEntry("qwac", key("qwac"), new char[0], new Certificate[] {certificate(Path.of(KEYS, "qwac.pem"))});
    trusted.load(null, null);
    trusted.setCertificateEntry("ca", certificate(Path.of(env("CA", "./guichet-sandbox/pki/ca.pem"))));
    var keys = KeyManagerFactory.getInstance("PKIX");
    keys.init(own, new char[0]);
    var trust = TrustManagerFactory.getInstance("PKIX");
    trust.init(trusted);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(keys.getKeyManagers(), trust.getTrustManagers(), null);
    return context;
  }

  static Certificate certificate(Path file) throws Exception {
    try (InputStream text = Files.newInputStream(file)) {
      return CertificateFactory.getInstance("X.509").generateCertificate(text);
    }
  }

  static PrivateKey key(String name) throws Exception {
    String text = Files.readString(Path.of(KEYS, name + ".key")).replaceAll("-----[^-]+-----|\\s", "");
    return KeyFactory.getInstance("RSA").generatePrivate(new PKCS8EncodedKeySpec(Base64.getDecoder().decode(text)));
  }

  static String register() throws Exception {
    byte[] seal = certificate(Path.of(KEYS, "qseal.pem")).getEncoded();
    String token = askToken("client_id", "PSD2_TPPRegister", "grant_type", "client_credentials", "scope", "manageRegistration");
    return find("\"client_id\":\"([^\"]+)\"", call("POST", "/stet/setting/v1/register", token, "201", """
        {"redirect_uris":["%s"],"token_endpoint_auth_method":"tls_client_auth","grant_types":["client_credentials"],
        "response_types":["code"],"client_name":"Taken home","scope":"aisp,pisp","provider_legal_id":"%s",
        "contact":{"contact_name":"Ada","email":"ada@tpp.example","phone_number":"+33123456789"},
        "jwks":{"keys":[{"kty":"RSA","use":"sig","alg":"RS256","key_ops":["verify"],"kid":"seal-1","x5c":["%s"],"x5t#S256":"%s"}]},
        "software_id":"Taken home","software_version":"1.0"}""".formatted(CALLBACK, env("TPP", "PSDFR-ACPR-12345"),
        Base64.getEncoder().encodeToString(seal), URL_SAFE.encodeToString(sha256(seal))), null).body());
  }

  /** Odile allows it; the desk walks through the bank's pages in her place. */
  static String link(String client) throws Exception {
    String odile = find("\"id\":\"([^\"]+)\"", desk("/people", """
        {"bankCode":"19870","firstName":"Odile","lastName":"Marin","life":"employee","accounts":2}""", "201"));
    byte[] random = new byte[48];
    new SecureRandom().nextBytes(random);
    String verifier = URL_SAFE.encodeToString(random);
    String query = encode("response_type", "code", "client_id", client, "redirect_uri", CALLBACK, "scope", "aisp", "state",
        UUID.randomUUID().toString(), "code_challenge", URL_SAFE.encodeToString(sha256(verifier.getBytes(StandardCharsets.UTF_8))),
        "code_challenge_method", "S256");
    String walked = desk("/customer/authorization", """
        {"personId":"%s","authorizeUrl":"http://%s:%s/stet/psd2/oauth/authorize?%s"}""".formatted(odile, BANK, SCREENS, query), "200");
    return askToken("client_id", client, "grant_type", "authorization_code", "code", find("[?&]code=([^&\"]+)", walked),
        "redirect_uri", CALLBACK, "code_verifier", verifier);
  }

  static String payment() {
    String now = ZonedDateTime.now(ZoneOffset.UTC).withNano(0).toString(), one = UUID.randomUUID().toString().substring(0, 20);
    return """
        {"paymentInformationId":"%1$s","creationDateTime":"%2$s","numberOfTransactions":1,"requestedExecutionDate":"%2$s",
        "initiatingParty":{"name":"Taken home"},"chargeBearer":"SLEV",
        "paymentTypeInformation":{"serviceLevel":"SEPA","categoryPurpose":"DVPM"},
        "beneficiary":{"creditor":{"name":"Atlas"},"creditorAccount":{"iban":"DE89370400440532013000"}},
        "creditTransferTransaction":[{"paymentId":{"instructionId":"%1$s","endToEndId":"%1$s"},
        "instructedAmount":{"amount":"42.00","currency":"EUR"}}],
        "supplementaryData":{"acceptedAuthenticationApproach":["REDIRECT"],"successfulReportUrl":"%3$s"}}""".formatted(one, now, CALLBACK);
  }

  static String find(String pattern, String text) {
    var match = Pattern.compile(pattern).matcher(text);
    if (!match.find()) throw new AssertionError("no " + pattern + " in " + text);
    return match.group(1);
  }

  static String encode(String... form) {
    var pairs = new ArrayList<String>();
    for (int at = 0; at < form.length; at += 2) pairs.add(form[at] + "=" + URLEncoder.encode(form[at + 1], StandardCharsets.UTF_8));
    return String.join("&", pairs);
  }

  static byte[] sha256(byte[] bytes) throws Exception {
    return MessageDigest.getInstance("SHA-256").digest(bytes);
  }

  static String env(String name, String preset) {
    return System.getenv().getOrDefault(name, preset);
  }
}
