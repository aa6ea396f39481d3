// A world of the fake for each test of JUnit, so that tests can be parallel; it ends when it is closed.
// Run it beside the fake:  consent-evidence mock exec -- mvn test

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.HexFormat;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

final class World implements AutoCloseable {
  private static final HttpClient HTTP = HttpClient.newHttpClient();
  private static final String SERVER = System.getenv("CONSENT_EVIDENCE_CONTROL_URL");

  private final String opened;

  World() throws IOException, InterruptedException {
    String wanted = "{\"now\": \"2026-01-05T12:00:00Z\", \"running\": false}";
    opened = send("POST", SERVER + "/worlds", wanted, "").body();
  }

  /** Calls the control API of this world. */
  String control(String method, String path, String body) throws IOException, InterruptedException {
    HttpResponse<String> reply = send(method, text(opened, "controlUrl") + path, body, "");
    if (reply.statusCode() != 200) throw new IllegalStateException(reply.body());
    return reply.body();
  }

  /** Receives a share as the buyer. */
  HttpResponse<String> receive(String shareUrl) throws IOException, InterruptedException {
    return send("POST", shareUrl, "{}", text(opened, "CONSENT_EVIDENCE_BUYER_API_KEY"));
  }

  @Override
  public void close() throws IOException, InterruptedException {
    send("DELETE", SERVER + "/worlds/" + text(opened, "worldId"), "", "");
  }

  private static HttpResponse<String> send(String method, String url, String body, String key)
      throws IOException, InterruptedException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(url))
            .header("Content-Type", "application/json")
            .method(method, BodyPublishers.ofString(body));
    if (!key.isEmpty()) request.header("X-API-Key", key);
    return HTTP.send(request.build(), BodyHandlers.ofString());
  }

  /** A text in JSON, by the name of its member. Use your JSON library instead. */
  static String text(String json, String name) {
    Matcher found = Pattern.compile("\"" + name + "\":\"((?:[^\"\\\\]|\\\\.)*)\"").matcher(json);
    if (!found.find()) throw new IllegalArgumentException("no " + name + " in " + json);
    return found.group(1).replace("\\\"", "\"").replace("\\\\", "\\");
  }

  /** Whether a delivery is the service's own, and not older than 300 seconds. */
  static boolean isSigned(String secret, String timestamp, String signature, byte[] body)
      throws GeneralSecurityException {
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
    mac.update((timestamp + ".").getBytes(StandardCharsets.UTF_8));
    byte[] expected = ("sha256=" + HexFormat.of().formatHex(mac.doFinal(body))).getBytes(StandardCharsets.UTF_8);
    boolean isRecent = Instant.now().getEpochSecond() - Long.parseLong(timestamp) <= 300;
    return isRecent && MessageDigest.isEqual(signature.getBytes(StandardCharsets.UTF_8), expected);
  }
}
